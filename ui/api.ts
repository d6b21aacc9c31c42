import type { Steps } from './steps/steps.ts';

/* What the server says, as the page reads it. */

export type Live = ReturnType<Steps['live']>;
export type RunView = Live['run'];
export type TargetView = ReturnType<Steps['target']['view']>;
export type FieldGroup = TargetView['groups'][number];
export type Field = FieldGroup['fields'][number];
export type Tried = Awaited<ReturnType<Steps['target']['examine']>>['tried'];
export type PlanView = NonNullable<ReturnType<Steps['plan']['view']>>;
export type ResultView = NonNullable<ReturnType<Steps['result']['view']>>;
export type Failure = ResultView['failures'][number];
export type FailureDetail = NonNullable<ReturnType<Steps['result']['failure']>>;
export type AcceptView = NonNullable<ReturnType<Steps['accept']['view']>>;
