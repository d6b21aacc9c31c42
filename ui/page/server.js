/** The server wants the key again: it was started anew, or this browser never had it. */
export class Outside extends Error {}

/** The server does not answer. */
export class Gone extends Error {}

/** @param {Response} response */
async function read(response) {
  if (response.status === 401) throw new Outside(await response.text());
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** @param {string} path @param {RequestInit} [options] */
async function ask(path, options) {
  const response = await fetch(path, options).catch(() => {
    throw new Gone('The server does not answer: it has ended, or cannot be reached.');
  });
  return read(response);
}

/** @param {string} name @returns {Promise<any>} */
export const get = (name) => ask(`api/${name}`);

/** @param {string} path @param {object} body @returns {Promise<any>} */
const send = (path, body) => ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/** @param {string} name @param {object} [body] @returns {Promise<any>} */
export const post = (name, body = {}) => send(`api/${name}`, body);

/** The key works once and must not stay in the address. @returns {Promise<void>} */
export async function useKey() {
  const key = /^#key=(.+)$/.exec(location.hash)?.[1];
  if (key === undefined) return;
  history.replaceState(null, '', location.pathname);
  await send('enter', { key });
}
