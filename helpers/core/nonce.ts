import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** `3f9a01bc-7-1c0d…`: a random prefix of the run, a number, and a signature that only the holder of the nonce can make. */
const noncedIdPattern = /^([\da-f]{8}-\d{1,5})-([\da-f]{20})$/;

const signIdHead = (nonce: string, head: string): string => createHmac('sha256', nonce).update(head).digest('hex').slice(0, 20);

/** Makes correlationIds that confirm the run: letters, digits and dashes, at most 36 characters (reading 20). */
export function createNoncedIds(nonce: string): () => string {
  const run = randomBytes(4).toString('hex');
  let sequence = 0;
  return () => {
    sequence += 1;
    const head = `${run}-${sequence}`;
    return `${head}-${signIdHead(nonce, head)}`;
  };
}

/** In small letters or in capitals. */
export function carriesNonce(nonce: string, correlationId: string): boolean {
  const [, head, mark] = noncedIdPattern.exec(correlationId.toLowerCase()) ?? [];
  return head !== undefined && mark !== undefined && timingSafeEqual(Buffer.from(signIdHead(nonce, head)), Buffer.from(mark));
}
