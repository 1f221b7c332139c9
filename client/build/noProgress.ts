/** In place of MUI's progress in buttons that are loading, which this product has none of. */
export default () => null;
