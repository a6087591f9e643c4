// What can be said of an outline while it is drawn: area, corners, and where it crosses itself.
// An outline is a list of parts, a part a list of rings (the first its edge, the rest holes), a ring
// a list of [longitude, latitude] in degrees that closes by itself.
"use strict";

const A = 6378137;
const E2 = 0.00669437999014;
const E = Math.sqrt(E2);
const MOST_JUDGED = 1500;

// The area of the ellipsoid between the equator and a latitude, for one radian of longitude and A = 1.
const zone = (lat) => {
  const s = Math.sin((lat * Math.PI) / 180);
  return ((1 - E2) / 2) * (s / (1 - E2 * s * s) + Math.log((1 + E * s) / (1 - E * s)) / (2 * E));
};

function ringArea(ring) {
  let total = 0;
  for (let i = 0; i < ring.length; i += 1) {
    const [lon1, lat1] = ring[i];
    const [lon2, lat2] = ring[(i + 1) % ring.length];
    total += (((lon2 - lon1) * Math.PI) / 180) * ((zone(lat1) + zone(lat2)) / 2);
  }
  return Math.abs(total) * A * A;
}

/** Square metres on WGS84, to about a millionth. */
export function area(parts) {
  return parts.reduce((sum, [edge, ...holes]) => sum + ringArea(edge) - holes.reduce((gone, hole) => gone + ringArea(hole), 0), 0);
}

export function corners(parts) {
  return parts.reduce((sum, rings) => sum + rings.reduce((all, ring) => all + ring.length, 0), 0);
}

export function holes(parts) {
  return parts.reduce((sum, rings) => sum + rings.length - 1, 0);
}

/** Where two sides that are no neighbours meet, as [lon, lat], else null. */
export function crossing(parts) {
  const rings = parts.flat();
  if (corners(parts) > MOST_JUDGED) return null;
  const sides = rings.flatMap((ring, r) => ring.map((from, i) => ({ r, i, last: ring.length - 1, a: from, b: ring[(i + 1) % ring.length] })));
  for (let i = 0; i < sides.length; i += 1) {
    for (let j = i + 1; j < sides.length; j += 1) {
      const s = sides[i];
      const t = sides[j];
      if (s.r === t.r && (t.i - s.i === 1 || (s.i === 0 && t.i === t.last))) continue;
      const where = meeting(s.a, s.b, t.a, t.b);
      if (where) return where;
    }
  }
  return null;
}

function meeting(a, b, c, d) {
  const over = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
  if (!over) return null;
  const t = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / over;
  const u = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / over;
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])] : null;
}

/** Whether a ring holds a point; only for what was pressed on the map. */
export function holds(ring, [lon, lat]) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
    const [x, y] = ring[i];
    const [px, py] = ring[j];
    if (y > lat !== py > lat && lon < ((px - x) * (lat - y)) / (py - y) + x) inside = !inside;
  }
  return inside;
}

/** The parts of a GeoJSON geometry; none of what is no area. */
export function fromGeoJSON(geometry) {
  const polygons = geometry?.type === "Polygon" ? [geometry.coordinates] : geometry?.type === "MultiPolygon" ? geometry.coordinates : [];
  return polygons.map((rings) => rings.map((ring) => ring.slice(0, -1).map(([lon, lat]) => [lon, lat])));
}

export function toGeoJSON(parts) {
  const closed = parts.map((rings) => rings.map((ring) => [...ring, ring[0]]));
  return closed.length === 1 ? { type: "Polygon", coordinates: closed[0] } : { type: "MultiPolygon", coordinates: closed };
}

// A number as it reads back to the last digit, and without an exponent.
const digits = (value) => {
  const text = String(value);
  return text.includes("e") ? value.toFixed(20).replace(/0+$/, "") : text;
};

/** The corners as the field beside the map lists them. */
export function toCorners(parts) {
  return parts.map((rings) => rings.map((ring) => ring.map(([lon, lat]) => `${digits(lat)}, ${digits(lon)}`).join("\n")).join("\nhole\n")).join("\n\n");
}

const number = (value, most) => value.toLocaleString("en-IN", { maximumFractionDigits: most, minimumFractionDigits: most });

export function lengthWords(metres) {
  return metres < 1000 ? `${number(Math.max(1, metres), 0)} m` : `${number(metres / 1000, 1)} km`;
}

export function areaWords(m2) {
  if (m2 < 10000) return `${number(m2, m2 < 100 ? 1 : 0)} m²`;
  return m2 < 1e6 ? `${number(m2 / 1e4, 2)} ha` : `${number(m2 / 1e6, 2)} km² (${number(m2 / 1e4, 0)} ha)`;
}
