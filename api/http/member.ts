import type { Role } from 'shared/rules/permissions';

/** The staff person who makes a call, as the database knows them now. */
export interface Member {
  id: number;
  name: string;
  email: string;
  role: Role;
  /** Their session, which logout ends. */
  sessionId: string;
}

/** Who does something, in a request or in a job that outlives it. */
export type Actor = Pick<Member, 'id' | 'name' | 'role'>;
