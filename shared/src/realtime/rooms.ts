/** The room of everyone who may see a project and has subscribed to its board. */
export const projectRoom = (projectId: string): `project:${string}` => `project:${projectId}`;
/** Room of all sockets of one user. */
export const userRoom = (userId: string): `user:${string}` => `user:${userId}`;
