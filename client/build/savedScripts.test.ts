import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/*
 * What vite.config.ts and ui/tooltip leave out of the scripts is left out of packages as they are now. Where an upgrade
 * changes one of them, the test here fails: measure again, and drop the part of our own that saves nothing any more.
 */
const root = path.join(__dirname, '../..');
const modules = path.join(root, 'node_modules');
const read = (file: string) => readFileSync(path.join(modules, file), 'utf8');
/** Names of files below a folder, without what their texts do not match. */
const filesWith = (folder: string, ending: string, what: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && what.test(readFileSync(path.join(folder, file), 'utf8')))
    .sort();

describe('the kinds of text field that nobody uses', () => {
  test('are imported by these modules of MUI alone', () => {
    const kinds = /from ["']\.\.\/(Filled)?Input\/index\.mjs["']/;
    expect(filesWith(path.join(modules, '@mui/material'), '.mjs', kinds)).toEqual([
      'NativeSelect/NativeSelect.mjs',
      'Select/Select.mjs',
      'TextField/TextField.mjs',
    ]);
  });

  test('are not used: the default is outlined, and no field asks for another', () => {
    for (const file of ['Select/Select.mjs', 'TextField/TextField.mjs'])
      expect(read(`@mui/material/${file}`)).toMatch(/variant(?:: variantProp)? = 'outlined'/);
    const others = filesWith(
      path.join(root, 'client/src'),
      '.tsx',
      /<(?:TextField|Select|FormControl)\b[^>]*\bvariant="(?:standard|filled)"|material\/(?:FilledInput|Input|NativeSelect)'/,
    );
    expect(others).toEqual([]);
  });
});

describe('the progress of buttons that are loading', () => {
  test('is shown by these modules of MUI alone', () => {
    const progress = /from ["']\.\.\/CircularProgress\/index\.mjs["']/;
    expect(filesWith(path.join(modules, '@mui/material'), '.mjs', progress)).toEqual([
      'Button/Button.mjs',
      'IconButton/IconButton.mjs',
    ]);
  });

  test('is not used: no button is loading', () => {
    const loading = /Button\b[^>]*\bloading\b/;
    expect(filesWith(path.join(root, 'client/src'), '.tsx', loading)).toEqual([]);
  });
});

describe('what elements may have', () => {
  /** Elements with styles that do not say themselves what they take: a part of MUI's components does, by its `slot`. */
  const elements = /\bstyled\((['"])[a-z]+\1(?:\)|, \{(?![^}]*(?:\bslot:|\bshouldForwardProp\b)))/;

  test('is asked of an element that is not used alone', () => {
    expect(filesWith(path.join(modules, '@mui/material'), '.mjs', elements)).toEqual([
      'NativeSelect/NativeSelectInput.mjs',
    ]);
    expect(filesWith(path.join(modules, '@mui/x-date-pickers'), '.mjs', elements)).toEqual([]);
  });

  test('is given to our own elements', () => {
    expect(filesWith(path.join(root, 'client/src'), '.tsx', elements)).toEqual([
      'ui/language/HeaderLanguageSelect.tsx',
    ]);
  });
});

test('MUI names no element of Emotion’s `styled`, which has one for each', () => {
  expect(read('@mui/styled-engine/index.mjs').match(/\bemStyled\b.?/g)).toEqual(['emStyled ', 'emStyled(']);
  expect(filesWith(path.join(modules, '@mui'), '.mjs', /from ["']@emotion\/styled["']/)).toEqual([
    'styled-engine/index.mjs',
  ]);
});

describe('the statics that are kept for nobody', () => {
  test('are asked for by Emotion’s withTheme alone', () => {
    const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dependencies?: Record<string, string> }>;
    };
    const users = Object.keys(packages).filter(
      (name) => packages[name]?.dependencies?.['hoist-non-react-statics'],
    );
    expect(users).toEqual(['node_modules/@emotion/react']);
    const dist = path.join(modules, '@emotion/react/dist');
    const calls = /hoistNonReactStatics\(.*\)/g;
    const uses = filesWith(dist, '.browser.esm.js', /hoistNonReactStatics\(/).flatMap(
      (file) => readFileSync(path.join(dist, file), 'utf8').match(calls) ?? [],
    );
    expect(uses).toEqual(['hoistNonReactStatics(WithTheme, Component)']);
  });
});

describe('the router’s production build', () => {
  const names = (file: string) => {
    const text = read(file);
    const list = text.slice(text.lastIndexOf('export {') + 'export {'.length, text.lastIndexOf('}'));
    return list
      .split(',')
      .map((each) => each.trim().split(' as ').at(-1))
      .sort();
  };

  test('has what the development build has, which its package gives otherwise', () => {
    const { exports } = JSON.parse(read('react-router/package.json')) as {
      exports: Record<string, { import?: { default: string } }>;
    };
    expect(exports['.']?.import?.default).toBe('./dist/development/index.mjs');
    const production = names('react-router/dist/production/index.mjs');
    expect(production).toContain('useNavigate');
    expect(production).toEqual(names('react-router/dist/development/index.mjs'));
  });
});

test('MUI’s tooltip brings the positioning along that ours does without', () => {
  expect(existsSync(path.join(modules, '@popperjs/core'))).toBe(true);
  expect(read('@mui/material/Tooltip/Tooltip.mjs')).toMatch(/from ["']\.\.\/Popper\/index\.mjs["']/);
});
