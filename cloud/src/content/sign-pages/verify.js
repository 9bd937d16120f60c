// Hashes a file here, in the browser: it is sent nowhere. Without this script the hash is pasted.
const file = document.getElementById('file');
const field = document.getElementById('sha256');
const choose = document.getElementById('choose');

if (file !== null && field !== null && choose !== null && window.crypto?.subtle !== undefined) {
  const BYTES_MAX = 100 * 1024 * 1024;
  file.addEventListener('change', async () => {
    const [chosen] = file.files;
    if (chosen === undefined || chosen.size > BYTES_MAX) return;
    const digest = await crypto.subtle.digest('SHA-256', await chosen.arrayBuffer());
    field.value = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    field.form.requestSubmit();
  });
  choose.hidden = false;
}
