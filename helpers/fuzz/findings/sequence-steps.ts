/** What a walk begins with, so that it need not walk there each time; smaller walks are looked for from the first ones. */
export const startNames = ['two-senders', 'transfer-pending', 'mpin-set', 'active-beneficiary', 'tagged', 'veteran'] as const;
export type StartName = (typeof startNames)[number];

/** Every kind of call that a walk may make; drawings and recipes name them. */
export const commandNames = [
  'tag',
  'is-old',
  'send-otp',
  'add',
  'add-again',
  'activate',
  'deactivate',
  'pay',
  'pay-again',
  'set-mpin',
  'activate-foreign',
  'pay-inactive',
  'pay-foreign',
  'pay-unknown',
  'pay-foreign-session',
  'pay-unknown-session',
  'pay-too-much',
  'pay-consent-of-another',
  'balance-foreign-session',
] as const;

export type CommandName = (typeof commandNames)[number];

/** One step of a walk, as it is kept and played again. */
export interface SequenceStep {
  readonly command: CommandName;
  readonly who: 0 | 1;
  readonly pick: number;
}

/** `pay by the second sender (4)` */
export const describeSequenceStep = ({ command, who, pick }: SequenceStep): string => `${command} ${who === 0 ? 'A' : 'B'}${pick}`;

/** A walk that fails: where it begins, and its steps. */
export interface FailingSequence {
  readonly start: StartName;
  readonly steps: readonly SequenceStep[];
}

/** How a drawn walk is found again by fast-check. */
export interface Drawing {
  readonly seed: number;
  readonly path: string;
  readonly replayPath: string;
}
