// Runs in the reader's browser. No validator: it would send the document to a service on the internet.
const reference = document.getElementById('reference');
globalThis.SwaggerUIBundle({
  domNode: reference,
  url: reference.dataset.document,
  validatorUrl: null,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false,
});
