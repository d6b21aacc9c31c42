import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../helpers/core/sha256.ts';

const newSecret = (): string => randomBytes(24).toString('base64url');

const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(sha256(one)), Buffer.from(sha256(other)));

export type Keys = ReturnType<typeof openKeys>;

/** A browser stays in until the server ends. */
export function openKeys() {
  let open: string | null = null;
  const sessions: string[] = [];
  return {
    /** A new key. An earlier key that was not used is void. */
    issue: () => (open = newSecret()),
    /** The session of a key that was issued last and not used yet; otherwise null. */
    exchange: (key: unknown): string | null => {
      if (open === null || typeof key !== 'string' || !isSame(key, open)) return null;
      open = null;
      const session = newSecret();
      sessions.push(session);
      return session;
    },
    isSession: (session: string) => sessions.some((one) => isSame(session, one)),
  };
}
