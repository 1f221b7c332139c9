import { nameAfterFile } from './nameAfterFile';

it('names a class after its file, and refuses a second file of that name', () => {
  const nameOf = nameAfterFile();
  expect(nameOf('title', '/src/cards/card.module.css')).toBe('card-title');
  expect(nameOf('top', '/src/cards/card.module.css')).toBe('card-top');
  expect(() => nameOf('title', '/src/search/card.module.css')).toThrow(
    '/src/cards/card.module.css and /src/search/card.module.css',
  );
});
