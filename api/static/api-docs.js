// Shows the contract of this server; asks no other.
"use strict";
const place = document.getElementById("api");
SwaggerUIBundle({
  url: place.dataset.openapi,
  domNode: place,
  deepLinking: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
});
