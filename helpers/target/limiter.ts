import PQueue from 'p-queue';
import type { Config } from './config.ts';

export interface Limiter {
  readonly run: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Nothing waits and nothing is under way. */
  readonly idle: () => Promise<void>;
}

/** Bounds what is under way at once and, where asked for, how often something starts; starts are spread evenly. */
export function openLimiter({ maxConcurrency, maxRps }: Config['connection']): Limiter {
  const rate = maxRps === null ? {} : { interval: Math.ceil(1000 / maxRps), intervalCap: 1 };
  const queue = new PQueue({ concurrency: maxConcurrency, ...rate });
  return { run: (task) => queue.add(task), idle: () => queue.onIdle() };
}
