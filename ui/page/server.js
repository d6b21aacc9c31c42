/** The server wants the key again: it was started anew, or this browser never had it. */
export class Outside extends Error {}

/** The server does not answer. */
export class Gone extends Error {}

/** @param {string} path @param {RequestInit} [options] @returns {Promise<any>} */
async function ask(path, options) {
  const response = await fetch(path, options).catch(() => null);
  if (response === null) throw new Gone();
  if (response.ok) return response.json();
  const words = await response.text();
  throw response.status === 401 ? new Outside(words) : new Error(words);
}

/** @param {string} path @param {object} body */
const send = (path, body) => ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

export const get = (/** @type {string} */ name) => ask(`api/${name}`);
export const post = (/** @type {string} */ name, /** @type {object} */ body = {}) => send(`api/${name}`, body);

/** The key works once and must not stay in the address. */
export async function useKey() {
  const key = /^#key=(.+)$/.exec(location.hash)?.[1];
  if (key === undefined) return;
  history.replaceState(null, '', location.pathname);
  await send('enter', { key });
}
