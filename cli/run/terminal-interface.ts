import { openProgress, terminalWidth } from '../../helpers/report/terminal/progress.ts';
import type { UserInterface } from '../../helpers/run/user-interface.ts';
import { listenForInterrupt } from './interrupt.ts';
import { createTerminalOptions } from './terminal.ts';

export function openTerminalInterface(): UserInterface {
  const progress = openProgress(process.stdout);
  return {
    progress,
    print: (line) => void process.stdout.write(`${line}\n`),
    color: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    width: terminalWidth(process.stdout),
    canAsk: process.stdin.isTTY,
    openContext: (onWaiting, expected) => createTerminalOptions(progress, onWaiting, expected),
    listenForInterrupt,
  };
}
