"""The proof of a delivery as a program or a form sends it: pictures, numbers, where one stood."""

from __future__ import annotations

import base64
import binascii
import re

from shapely import Point

from api.bodies.acts import ServiceBody
from api.forms import Filled
from vetcontrol.disease import serving
from vetcontrol.disease.serving import Proof
from vetcontrol.errors import Malformed
from vetcontrol.law.decisions import Outcome
from vetcontrol.law.diseases_of_animals import service
from vetcontrol.register import attachments
from vetcontrol.register.attachments import Attachment

_DATA_URL = re.compile(r"data:image/(?:png|jpeg|webp);base64,")
_NUMBER = re.compile(r"-?[0-9]{1,7}(?:\.[0-9]{1,12})?")


def picture(field: str, text: str) -> Attachment | None:
    """The picture in base64, bare or a data URL; None when blank. Raises `Malformed`."""
    if not text.strip():
        return None
    bare = _DATA_URL.sub("", text.strip(), count=1)
    try:
        data = base64.b64decode(bare, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Malformed.field(field, "is no base64 of a picture; send it anew") from error
    return attachments.read(field, data)


def of_body(body: ServiceBody) -> Proof:
    """The proof that a program sends. Raises `Malformed`."""
    where = body.position
    return Proof(
        signature=picture("signature", body.signature),
        photograph=picture("photograph", body.photograph),
        post_number=body.post_number,
        post_number_reason=body.post_number_reason,
        point=None if where is None else Point(where.longitude, where.latitude),
        point_accuracy_m=None if where is None else where.accuracy_m,
        point_source="" if where is None else where.source,
        served_by=body.served_by,
        reason=body.proof_reason,
    )


def of_form(form: Filled) -> Proof:
    """The proof that a page's form holds: the signature drawn on glass or as a picture, a
    photograph, and the position that the device told. Raises `Malformed`."""
    point, accuracy = _position(form)
    return Proof(
        signature=picture("signature", form.text("signature")) or _upload(form, "signature_file"),
        photograph=_upload(form, "photograph"),
        post_number=form.text("post_number"),
        post_number_reason=form.text("post_number_reason"),
        point=point,
        point_accuracy_m=accuracy,
        point_source="" if point is None else "device",
        served_by=form.text("served_by"),
        reason=form.text("proof_reason"),
    )


def _upload(form: Filled, name: str) -> Attachment | None:
    sent = form.upload(name)
    if sent is None:
        return None
    sent.file.seek(0)
    return attachments.read(name, sent.file.read())


def _position(form: Filled) -> tuple[Point | None, float | None]:
    lon, lat, accuracy = (form.text(f"position_{name}") for name in ("lon", "lat", "accuracy"))
    if not (lon or lat):
        return None, None
    if not all(_NUMBER.fullmatch(text) for text in (lon, lat)):
        raise Malformed.field("position", "is not two numbers in degrees; leave it out or ask anew")
    point = Point(float(lon), float(lat))
    if abs(point.x) > 180 or abs(point.y) > 90:
        raise Malformed.field("position", "lies off the earth; longitude stands first")
    if accuracy and not (_NUMBER.fullmatch(accuracy) and float(accuracy) >= 0):
        raise Malformed.field(
            "position", "has an accuracy that is not metres, 0 or more; leave it out or ask anew"
        )
    return point, float(accuracy) if accuracy else None


def ask_reason(manner: str, proof: Proof, received_by: str, clause: str) -> None:
    """Raises `Malformed` where what the manner usually leaves behind is wanting and the form does
    not say why: a page asks first, and records when it is told."""
    how = serving.manner_of("manner", manner)
    serving.posted(how, proof)
    decision, _ = service.proof(
        how, serving.evidence(proof, received_by), reason=proof.reason, clause=clause
    )
    if decision.outcome is Outcome.NEEDS_DECISION:
        raise Malformed.field(
            "proof_reason",
            " ".join(f"{r.text} {r.remedy}" for r in decision.reasons)
            + " The law asks for no proof; a court may.",
        )
