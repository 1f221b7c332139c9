/** In place of Socket.IO's WebTransport, which this product's server does not speak. */
export const WT = undefined;
