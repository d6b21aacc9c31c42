import { Mutex } from 'async-mutex';

/** Keeps one challenge per mobile open at a time: a newer code may invalidate an older one. */
export interface MobileLocks {
  readonly withLock: <Result>(mobile: string, work: () => Promise<Result>) => Promise<Result>;
}

export function createMobileLocks(): MobileLocks {
  const locks = new Map<string, Mutex>();
  return {
    withLock(mobile, work) {
      const lock = locks.get(mobile) ?? new Mutex();
      locks.set(mobile, lock);
      return lock.runExclusive(work);
    },
  };
}
