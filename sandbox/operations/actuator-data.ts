import type { Json } from '../http/json.ts';

/** Constant answers. The document says only that each is a JSON object. */
export const fixedAnswers: Record<string, Json> = {
  archaius: { 'dmt.sandbox': 'true' },
  auditevents: { events: [] },
  beans: { contexts: { application: { beans: {}, parentId: null } } },
  conditions: { contexts: { application: { positiveMatches: {}, negativeMatches: {}, unconditionalClasses: [] } } },
  configprops: { contexts: { application: { beans: {}, parentId: null } } },
  features: { enabled: [], disabled: [] },
  filters: { pre: [], route: [], post: [] },
  health: { status: 'UP' },
  httptrace: { traces: [] },
  info: { build: { name: 'dmt-sandbox', version: '1.0' } },
  mappings: { contexts: { application: { mappings: {}, parentId: null } } },
  scheduledtasks: { cron: [], fixedDelay: [], fixedRate: [], custom: [] },
  threaddump: { threads: [] },
};

export const metrics: Record<string, number> = { 'jvm.memory.used': 67_108_864, 'system.cpu.count': 2, 'process.uptime': 60 };

export const routingTable: Json = { '/uiObjects/**': 'ui-objects', '/wallet/**': 'wallet' };

/** The head of a heap dump, without a heap. */
export const heapdump = Buffer.concat([Buffer.from('JAVA PROFILE 1.0.2\0'), Buffer.alloc(16 * 1024)]);
