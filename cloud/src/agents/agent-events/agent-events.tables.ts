/** A run of an agent that its user was told of: told once. */
export interface AgentTurnTable {
  device_id: string;
  /** What the agent calls the conversation. */
  session: string;
  started_at: number;
  told_at: number;
}

/** How much of what it may tell a device has used up. */
export interface AgentAllowanceTable {
  device_id: string;
  /** Of each kind of call there is an allowance of its own. */
  kind: string;
  /** Each call puts this further ahead; what lies too far ahead is too much. */
  spent_until: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    agent_turn: AgentTurnTable;
    agent_allowance: AgentAllowanceTable;
  }
}
