import type { Config } from '../../helpers/config/config.ts';
import { describeTarget } from '../../helpers/core/records/named-target.ts';

export const formatRunTitle = ({ target, selection, shard, fuzz }: Config, version: string): string =>
  [
    `dmt-conformance ${version}`,
    describeTarget({ target: target.kind, hosts: target.hosts }),
    selection.profile,
    `seed ${fuzz.seed}`,
    ...(shard === null ? [] : [`part ${shard.part} of ${shard.of}`]),
  ].join(' · ');
