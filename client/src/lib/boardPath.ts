/** Where a project's board is read, ahead of the page's script and by it. */
export const boardPath = (projectId: string) => `/kanban/project/${projectId}`;
