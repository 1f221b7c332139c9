import { createIntl } from 'react-intl';
import { enGB } from '#i18n/en-GB';
import type { Translate } from '#i18n/useT';
import { changeText } from './changeText';

const intl = createIntl({ locale: 'en-GB', messages: enGB });
const t: Translate = (id, values) => intl.formatMessage({ id }, values);

it('calls a column by its name on the board, if that is known', () => {
  const move = { kind: 'move', state: 'REVIEW', rank: 'a1', boardId: 'p' } as const;
  const bulk = { kind: 'bulk', changes: { fix: move } } as const;
  for (const change of [move, bulk]) {
    expect(changeText(t, change, 'Fix login', undefined)).toContain('Review');
    expect(changeText(t, change, 'Fix login', { REVIEW: { name: 'Proofreading' } })).toContain(
      'Proofreading',
    );
  }
});
