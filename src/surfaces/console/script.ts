/**
 * Asks the device before a form with `data-passkey` is submitted, unless the button has `data-plain`. Writes
 * no HTML, which the policy forbids.
 */
export const script = `'use strict';
const able = window.PublicKeyCredential && PublicKeyCredential.parseRequestOptionsFromJSON && PublicKeyCredential.parseCreationOptionsFromJSON;
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const field = form.elements.namedItem('passkey');
  const status = form.querySelector('[role=status]');
  if (!able) {
    status.textContent = 'This browser does not support passkeys on this page.';
    continue;
  }
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    const submitter = event.submitter;
    if (field.value !== '' || (submitter && submitter.dataset.plain !== undefined)) return;
    event.preventDefault();
    status.textContent = 'Waiting for your device…';
    try {
      const options = JSON.parse(form.dataset.options);
      const credential = form.dataset.passkey === 'create'
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
      field.value = JSON.stringify(credential.toJSON());
      status.textContent = '';
      form.requestSubmit(submitter);
    } catch (error) {
      status.textContent = error.name === 'InvalidStateError'
        ? 'This device already has a passkey for this server.'
        : 'The passkey was not used. Try again, or use another method.';
    }
  });
}
`;
