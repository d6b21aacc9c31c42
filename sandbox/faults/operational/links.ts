import type { Fault } from '../../catalog.ts';
import type { Twist } from '../../http/exchange.ts';
import { field, isObject, type Json, type JsonObject } from '../../http/json.ts';
import { answering, at, without } from '../../twists/twists.ts';

const named = (body: Json | undefined): JsonObject => {
  const links = field(body, '_links');
  return isObject(links) ? links : {};
};

/** Another body of GET /actuator, made of its links by name. */
const shown = (change: (links: JsonObject) => Json): Twist =>
  answering(at('GET', '/actuator'), (answer) => ({ ...answer, json: change(named(answer.json)) }));

/** Every link in another form. */
const each = (change: (link: JsonObject) => Json): Twist =>
  shown((links) => ({
    _links: Object.fromEntries(Object.entries(links).map(([name, link]) => [name, isObject(link) ? change(link) : link])),
  }));

/** One link in another form. */
const one = (name: string, change: (link: JsonObject) => Json): Twist =>
  shown((links) => ({ _links: { ...links, [name]: change(isObject(links[name]) ? links[name] : {}) } }));

/** GET /actuator is not the map of maps of link objects. */
export const operationalLinkFaults: Fault[] = [
  {
    id: 'links-without-href',
    story: 'No link has an href.',
    breaks: ['ACTUATOR-LINK-HREF'],
    twist: each((link) => without(link, 'href')),
  },
  {
    id: 'one-link-without-href',
    story: 'The link of the thread dump alone has no href.',
    breaks: ['ACTUATOR-LINK-HREF'],
    twist: one('threaddump', (link) => without(link, 'href')),
  },
  {
    id: 'href-is-a-number',
    story: 'The href of one link is a number.',
    breaks: ['ACTUATOR-LINK-HREF'],
    twist: one('health', (link) => ({ ...link, href: 8080 })),
  },
  {
    id: 'href-is-null',
    story: 'The href of a templated link is null.',
    breaks: ['ACTUATOR-LINK-HREF'],
    twist: each((link) => (link['templated'] === true ? { ...link, href: null } : link)),
  },
  {
    id: 'templated-is-text',
    story: 'templated is text holding a boolean.',
    breaks: ['ACTUATOR-LINK-TEMPLATED'],
    twist: each((link) => ({ ...link, templated: String(link['templated'] === true) })),
  },
  {
    id: 'templated-only-where-true',
    story: 'A link that is not templated leaves the field out.',
    breaks: ['ACTUATOR-LINK-TEMPLATED'],
    twist: each((link) => (link['templated'] === true ? link : without(link, 'templated'))),
  },
  {
    id: 'links-are-addresses',
    story: 'Each link is its address instead of an object.',
    breaks: ['ACTUATOR-LINKS'],
    twist: each((link) => link['href'] ?? null),
  },
  {
    id: 'one-link-is-a-list',
    story: 'The link of the metrics is a list of two links.',
    breaks: ['ACTUATOR-LINKS'],
    twist: one('metrics', (link) => [link, link]),
  },
  {
    id: 'links-are-a-list',
    story: 'The links come as a list inside the object.',
    breaks: ['ACTUATOR-LINKS'],
    twist: shown((links) => ({ _links: Object.values(links) })),
  },
  {
    id: 'links-are-flat',
    story: 'The links lie at the top, with no map around them.',
    breaks: ['ACTUATOR-LINKS'],
    twist: shown((links) => links),
  },
  {
    id: 'links-are-a-bare-list',
    story: 'GET /actuator is a JSON array of links.',
    breaks: ['ACTUATOR-LINKS'],
    twist: shown((links) => Object.values(links)),
  },
];
