/** The path of a project's board, for early reads and for the page's. */
export const boardPath = (projectId: string) => `/kanban/project/${projectId}`;
