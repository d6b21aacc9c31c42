import { faultTable } from '../table.ts';
import type { Twist } from '../../http/exchange.ts';
import { field, isObject, type Json, type JsonObject } from '../../http/json.ts';
import { changeResponse, onRoute, omit } from '../../twists/twists.ts';

const readLinks = (body: Json | undefined): JsonObject => {
  const links = field(body, '_links');
  return isObject(links) ? links : {};
};

/** Answers GET /actuator with a body made of its links by name. */
const changeLinks = (change: (links: JsonObject) => Json): Twist =>
  changeResponse(onRoute('GET', '/actuator'), (response) => ({ ...response, json: change(readLinks(response.json)) }));

const changeEachLink = (change: (link: JsonObject) => Json): Twist =>
  changeLinks((links) => ({
    _links: Object.fromEntries(Object.entries(links).map(([name, link]) => [name, isObject(link) ? change(link) : link])),
  }));

const changeLink = (name: string, change: (link: JsonObject) => Json): Twist =>
  changeLinks((links) => ({ _links: { ...links, [name]: change(isObject(links[name]) ? links[name] : {}) } }));

export const operationalLinkFaults = [
  ...faultTable({ breaks: ['ACTUATOR-LINK-HREF'] }, [
    { id: 'links-without-href', does: 'No link has an href.', twist: changeEachLink((link) => omit(link, 'href')) },
    {
      id: 'one-link-without-href',
      does: 'The link of the thread dump alone has no href.',
      twist: changeLink('threaddump', (link) => omit(link, 'href')),
    },
    { id: 'href-is-a-number', does: 'The href of one link is a number.', twist: changeLink('health', (link) => ({ ...link, href: 8080 })) },
    {
      id: 'href-is-null',
      does: 'The href of a templated link is null.',
      twist: changeEachLink((link) => (link['templated'] === true ? { ...link, href: null } : link)),
    },
  ]),
  ...faultTable({ breaks: ['ACTUATOR-LINKS'] }, [
    {
      id: 'links-are-addresses',
      does: 'Each link is its address instead of an object.',
      twist: changeEachLink((link) => link['href'] ?? null),
    },
    {
      id: 'one-link-is-a-list',
      does: 'The link of the metrics is a list of two links.',
      twist: changeLink('metrics', (link) => [link, link]),
    },
    {
      id: 'links-are-a-list',
      does: 'The links come as a list inside the object.',
      twist: changeLinks((links) => ({ _links: Object.values(links) })),
    },
    { id: 'links-are-flat', does: 'The links lie at the top, with no map around them.', twist: changeLinks((links) => links) },
    { id: 'links-are-a-bare-list', does: 'GET /actuator is a JSON array of links.', twist: changeLinks((links) => Object.values(links)) },
  ]),
  ...faultTable({}, [
    {
      id: 'templated-is-text',
      breaks: ['ACTUATOR-LINK-TEMPLATED'],
      does: 'templated is text holding a boolean.',
      twist: changeEachLink((link) => ({ ...link, templated: String(link['templated'] === true) })),
    },
    {
      id: 'templated-only-where-true',
      breaks: ['ACTUATOR-LINK-TEMPLATED'],
      does: 'A link that is not templated leaves the field out.',
      twist: changeEachLink((link) => (link['templated'] === true ? link : omit(link, 'templated'))),
    },
  ]),
];
