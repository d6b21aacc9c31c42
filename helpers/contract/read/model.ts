/** The parts of an OpenAPI 2.0 document that a partner relies on; formatting, order, names and explanations are dropped. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const;
export type Method = (typeof methods)[number];

export const parameterLocations = ['path', 'query', 'header', 'formData', 'body'] as const;
export type ParameterLocation = (typeof parameterLocations)[number];

/** Read on demand, so that a schema may be recursive; always the same object. */
export type LazySchema = () => Schema;

/** A schema with references resolved and `allOf` joined. Absent parts say nothing. */
export interface Schema {
  /** A type of OpenAPI 2.0; null when none is given. */
  readonly type: string | null;
  readonly format: string | null;
  /** Values of `enum`, each as JSON text. */
  readonly values: ReadonlySet<string> | null;
  readonly required: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, LazySchema>;
  readonly items: LazySchema | null;
  /** Values of a map; `none` forbids further properties. */
  readonly additional: LazySchema | 'none' | null;
  /** Why a reference on the way here could not be resolved. */
  readonly unresolved: string | null;
}

export interface Parameter {
  readonly name: string;
  readonly location: ParameterLocation;
  readonly required: boolean;
  /** False for a path variable that no parameter declares. */
  readonly declared: boolean;
  readonly schema: Schema;
}

export interface DescribedResponse {
  readonly schema: Schema | null;
}

/** Equal for one operation of two descriptions. */
export const operationKey = (method: string, shape: string): string => `${method} ${shape}`;

export interface DescribedOperation {
  readonly method: Method;
  readonly path: string;
  /** The path without base path, with every variable as `{}`. */
  readonly shape: string;
  /** Keyed by location and name; path parameters by position; the body by location alone. */
  readonly parameters: ReadonlyMap<string, Parameter>;
  /** Media types, lower case, without parameters; null when none are named. */
  readonly consumes: readonly string[] | null;
  readonly produces: readonly string[] | null;
  /** By status, without `default`. */
  readonly responses: ReadonlyMap<string, DescribedResponse>;
}

export interface Defect {
  /** `GET /error › 200 › view.url`, or a place in the document such as `paths./error.get`. */
  readonly place: string;
  readonly problem: string;
}

export interface Description {
  readonly version: string | null;
  /** Without a trailing slash: empty, or `/partner`. */
  readonly basePath: string;
  readonly operations: readonly DescribedOperation[];
  readonly defects: readonly Defect[];
  /** Every reference that an operation uses could be resolved. */
  readonly isWhole: boolean;
}

export interface UnusableDocument {
  readonly ok: false;
  /** `other-format`: a description, but not OpenAPI 2.0. */
  readonly reason: 'other-format' | 'unreadable';
  readonly problems: readonly string[];
}

export type DescriptionReading = { readonly ok: true; readonly description: Description } | UnusableDocument;
