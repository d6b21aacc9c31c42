import type { Variant } from '../catalog.ts';

/** Operational endpoints, description and callbacks. */
export const surfaceVariants: Variant[] = [
  { id: 'actuator-401', story: 'Operational endpoints want another login.', policy: { operations: { access: 401 } } },
  { id: 'actuator-403', story: 'Operational endpoints are forbidden.', policy: { operations: { access: 403 } } },
  { id: 'actuator-404', story: 'Operational endpoints are not exposed.', policy: { operations: { access: 404 } } },
  { id: 'actuator-with-token', story: 'Operational endpoints want the agent token.', policy: { operations: { access: 'with-token' } } },
  {
    id: 'actuator-media',
    story: 'Operational endpoints use the vendor media type.',
    policy: { operations: { media: 'application/vnd.service.actuator.v2+json' } },
  },
  { id: 'created-and-no-content', story: 'POST is 201 and DELETE is 204 where stated.', policy: { operations: { richStatuses: true } } },
  { id: 'service-as-json', story: 'A service definition is a JSON string.', policy: { operations: { serviceMedia: 'application/json' } } },
  { id: 'description-401', story: 'The description is behind another login.', policy: { description: { access: 401 } }, ends: 'blocked' },
  { id: 'description-groups', story: 'The description comes in two groups.', policy: { description: { groups: true } } },
  {
    id: 'operational-description',
    story: 'The description leaves the business paths out.',
    policy: { description: { businessPaths: false } },
  },
  { id: 'callback-twice', story: 'Every callback comes twice.', policy: { ekyc: { callbackCopies: 2 } } },
];
