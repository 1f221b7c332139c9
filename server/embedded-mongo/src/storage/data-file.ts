/** The file of a data folder that holds its database. */
export const DATA_FILE = 'data.mdb';
