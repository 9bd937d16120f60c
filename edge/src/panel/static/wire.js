const JSON_HEADERS = { 'content-type': 'application/json' };
const USED_AT_MOST_EVERY_MS = 60_000;

export const NO_ANSWER = 'The box does not answer. Look at the doors before you try again.';

/** Asks the box. Resolves with `ok`, and with the box's own words where it refuses; never rejects. */
export const ask = async (path, body) => {
  try {
    const request = body === undefined ? {} : { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) };
    const answer = await fetch(path, { ...request, cache: 'no-store' });
    const json = answer.status === 204 ? {} : await answer.json();
    return { ok: answer.ok, status: answer.status, json };
  } catch {
    return { ok: false, status: 0, json: { error: 'no_answer', message: NO_ANSWER } };
  }
};

/** Tells the box that somebody is still here, so that the session does not end under their hands. */
export const keepAwake = (signedIn) => {
  let last = Number.NEGATIVE_INFINITY;
  const used = () => {
    if (!signedIn() || performance.now() - last < USED_AT_MOST_EVERY_MS) return;
    last = performance.now();
    ask('/session/use', {});
  };
  for (const kind of ['pointerdown', 'keydown']) document.addEventListener(kind, used, { passive: true });
};
