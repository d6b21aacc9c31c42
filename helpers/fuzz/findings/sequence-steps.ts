/** The state a sequence starts from, so that it need not build it up. Shrinking tries the first ones. */
export const startNames = ['two-senders', 'transfer-pending', 'mpin-set', 'active-beneficiary', 'tagged', 'veteran'] as const;
export type StartName = (typeof startNames)[number];

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

export interface SequenceStep {
  readonly command: CommandName;
  readonly who: 0 | 1;
  readonly pick: number;
}

/** `pay B4` is pick 4 of the second sender. */
export const describeSequenceStep = ({ command, who, pick }: SequenceStep): string => `${command} ${who === 0 ? 'A' : 'B'}${pick}`;

export interface FailingSequence {
  readonly start: StartName;
  readonly steps: readonly SequenceStep[];
}

export interface Drawing {
  readonly seed: number;
  readonly path: string;
  readonly replayPath: string;
}
