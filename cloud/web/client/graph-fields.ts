/** How the REST mirror is asked for what a field of the graph gives. */
export interface GraphField {
  /** The endpoint, by its id. */
  readonly operation: string;
  /** The tool that answers the same, where there is one. */
  readonly tool?: string;
  readonly method: string;
  /** Of the mirror, as its document has it: `/v1/rest/facilities/{facilityId}`. */
  readonly path: string;
  /** Arguments of the field: which part of the path each is. */
  readonly params: Readonly<Record<string, string>>;
  /** Arguments of the field: which part of the query string each is. */
  readonly query: Readonly<Record<string, string>>;
  /** What is taken from the node that the field is an edge of: for an input, the property. */
  readonly from: Readonly<Record<string, string>>;
  /** Whether it takes a body, which the field takes as `input`. */
  readonly body: boolean;
  /** Whether it is asked once for each parent, which is reckoned as dearer. */
  readonly oneByOne: boolean;
}

/** By type, then by field: all fields that ask an endpoint. */
export type GraphFields = Readonly<Record<string, Readonly<Record<string, GraphField>>>>;
