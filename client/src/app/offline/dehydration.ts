// A module of its own, so that the bundler can leave these out of the first screen's script.
export { dehydrate, hydrate } from '@tanstack/react-query';
