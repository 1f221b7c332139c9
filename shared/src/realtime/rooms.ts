/** The room of everyone who may see a project and has subscribed to its board. */
export const projectRoom = (projectId: string): `project:${string}` => `project:${projectId}`;
/** The room of a user's sockets on which their personal board is open. */
export const personalRoom = (userId: string): `personal:${string}` => `personal:${userId}`;
/** Room of all sockets of one user. */
export const userRoom = (userId: string): `user:${string}` => `user:${userId}`;
