export { dehydrate, hydrate } from '@tanstack/react-query';
