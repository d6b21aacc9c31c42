/** What a partner can rely on in an OpenAPI 2.0 document; how it is written, ordered, named and explained is dropped. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const;
export type Method = (typeof methods)[number];

export const parameterLocations = ['path', 'query', 'header', 'formData', 'body'] as const;
export type ParameterLocation = (typeof parameterLocations)[number];

/** Read when it is asked for, so that a schema may lead to itself; the same schema each time. */
export type LazySchema = () => Schema;

/** A schema with its references followed and its `allOf` joined. What is absent says nothing. */
export interface Schema {
  /** One of the types of 2.0; null when none, or none of those, is told. */
  readonly type: string | null;
  readonly format: string | null;
  /** Values of `enum`, each as JSON text. */
  readonly values: ReadonlySet<string> | null;
  readonly required: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, LazySchema>;
  readonly items: LazySchema | null;
  /** Values of a map; `none` when further properties are forbidden. */
  readonly additional: LazySchema | 'none' | null;
  /** Why a reference on the way here could not be followed. */
  readonly unresolved: string | null;
}

export interface Parameter {
  readonly name: string;
  readonly location: ParameterLocation;
  readonly required: boolean;
  /** False for a variable of the path that no parameter declares. */
  readonly declared: boolean;
  readonly schema: Schema;
}

export interface DescribedResponse {
  readonly schema: Schema | null;
}

/** The same for one operation of two descriptions. */
export const operationKey = (method: string, shape: string): string => `${method} ${shape}`;

export interface DescribedOperation {
  readonly method: Method;
  /** As written, for messages. */
  readonly path: string;
  /** The path with every variable as `{}`, without the base path. */
  readonly shape: string;
  /** By location and name; by position in the path; the body by its location alone. */
  readonly parameters: ReadonlyMap<string, Parameter>;
  /** Media types, lower case and without parameters; null when none are told. */
  readonly consumes: readonly string[] | null;
  readonly produces: readonly string[] | null;
  /** By status, `default` aside. */
  readonly responses: ReadonlyMap<string, DescribedResponse>;
}

/** Something in the document that breaks OpenAPI 2.0 or cannot be compared. */
export interface Defect {
  /** `GET /error › 200 › view.url`, or a place in the document such as `paths./error.get`. */
  readonly place: string;
  readonly problem: string;
}

export interface Description {
  /** `info.version`. */
  readonly version: string | null;
  /** Without a slash at its end: empty, or `/partner`. */
  readonly basePath: string;
  readonly operations: readonly DescribedOperation[];
  readonly defects: readonly Defect[];
  /** Whether every reference that an operation leads through could be followed. */
  readonly isWhole: boolean;
}

export interface UnusableDocument {
  readonly ok: false;
  /** `other-format`: a description, but not one of OpenAPI 2.0. */
  readonly reason: 'other-format' | 'unreadable';
  readonly problems: readonly string[];
}

export type DescriptionReading = { readonly ok: true; readonly description: Description } | UnusableDocument;
