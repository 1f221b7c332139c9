/** In place of Socket.IO's search for binary data in messages, which this product has in none. */
export const isBinary = () => false;
export const hasBinary = () => false;
export const deconstructPacket = undefined;
export const reconstructPacket = undefined;
