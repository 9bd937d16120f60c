/**
 * What a declaration says of whether it is a tool of programs that decide by themselves what they ask (MCP). One that says nothing
 * is one where it only reads, and none where it changes something.
 */
export interface NoTool {
  /** Of what reads: none, for a written reason, such as files, streams, and what is about signing in. */
  readonly omit: string;
}

/** Of what changes something: a tool all the same, to tokens whose scope names its act. */
export interface OfferedTool {
  /** Why it may be left to a program: somebody looked at that. */
  readonly offer: string;
}
