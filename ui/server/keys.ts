import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../helpers/core/sha256.ts';

const newSecret = (): string => randomBytes(24).toString('base64url');

const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(sha256(one)), Buffer.from(sha256(other)));

export interface Keys {
  /** A new key; any earlier one that nobody used is void. */
  readonly issue: () => string;
  /** The session of a key that was issued last and not used yet; otherwise null. */
  readonly exchange: (key: string) => string | null;
  readonly isSession: (session: string) => boolean;
}

/** A browser stays in until the server ends. More sessions than this are never open: the oldest one ends. */
const maxSessions = 8;

export function openKeys(): Keys {
  let open: string | null = null;
  const sessions: string[] = [];
  return {
    issue: () => (open = newSecret()),
    exchange: (key) => {
      if (open === null || !isSame(key, open)) return null;
      open = null;
      const session = newSecret();
      sessions.push(session);
      if (sessions.length > maxSessions) sessions.shift();
      return session;
    },
    isSession: (session) => sessions.some((one) => isSame(session, one)),
  };
}
