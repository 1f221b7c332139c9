import { changePasswordSchema, emailSchema, updateUserSchema } from '../users/user.schema';
import { deleteAccountSchema } from './account.schema';
import { loginSchema, registerSchema } from './auth.schema';

type Parsed = { success: boolean; error?: { issues: Array<{ path: PropertyKey[]; message: string }> } };
const problems = (parsed: Parsed): string[] =>
  (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);

const person = {
  firstName: 'Ada',
  surname: 'Byron',
  email: 'ada@example.org',
  password: 'secret-1',
  password_confirm: 'secret-1',
};

describe('registration', () => {
  it('takes a person', () => {
    expect(registerSchema.parse(person)).toEqual(person);
  });

  it.each(Object.keys(person))('names %s when it is missing', (field) => {
    const found = problems(registerSchema.safeParse({ ...person, [field]: undefined }));
    expect(found[0]).toMatch(new RegExp(`^${field}: input_required_`));
  });

  it('takes passwords of 6 to 128 characters, untrimmed', () => {
    const withPassword = (password: string): Parsed =>
      registerSchema.safeParse({ ...person, password, password_confirm: password });
    expect(problems(withPassword('12345'))).toContain('password: input_min_password');
    expect(withPassword('123456').success).toBe(true);
    expect(withPassword('x'.repeat(128)).success).toBe(true);
    expect(problems(withPassword('x'.repeat(129)))).toContain('password: input_max_password');
    expect(
      registerSchema.parse({ ...person, password: ' a b c ', password_confirm: ' a b c ' }).password,
    ).toBe(' a b c ');
    expect(withPassword('пароль <&> 密码 🔑').success).toBe(true);
    for (const password of ['12345\ud800', '12345\0'])
      expect(problems(withPassword(password))).toContain('password: invalid_characters');
  });

  it('needs both passwords to match', () => {
    expect(problems(registerSchema.safeParse({ ...person, password_confirm: 'secret-2' }))).toEqual([
      'password_confirm: input_passwords_match',
    ]);
  });
});

describe('an email address', () => {
  it('is the same account in other case or with spaces', () => {
    expect(emailSchema.parse('  ADA@Example.ORG ')).toBe('ada@example.org');
  });

  it.each([['ada'], ['ada@'], ['@example.org'], ['ada@example'], ['a b@example.org']])(
    'is not %p',
    (text) => {
      expect(problems(emailSchema.safeParse(text))).toEqual([': input_invalid_email']);
    },
  );

  it('is at most 254 characters long', () => {
    expect(problems(emailSchema.safeParse(`${'a'.repeat(250)}@example.org`))).toContain(': input_max_email');
  });

  it.each([[''], ['  '], [undefined], [{ $gt: '' }]])('says of %j that it is missing', (value) => {
    expect(problems(emailSchema.safeParse(value))).toEqual([': input_required_email']);
  });
});

describe('login', () => {
  it('tells nothing about what a valid address or password looks like', () => {
    expect(loginSchema.parse({ email: ' Not-An-Address ', password: 'x' })).toEqual({
      email: 'not-an-address',
      password: 'x',
    });
  });

  it('needs both, and refuses a password of a million characters', () => {
    expect(problems(loginSchema.safeParse({}))).toEqual([
      'email: input_required_email',
      'password: input_required_password',
    ]);
    expect(loginSchema.safeParse({ email: 'a', password: 'x'.repeat(1_000_000) }).success).toBe(false);
  });
});

describe('profile and password', () => {
  it('needs first name, surname and email', () => {
    expect(problems(updateUserSchema.safeParse({}))).toEqual([
      'firstName: input_required_first_name',
      'surname: input_required_surname',
      'email: input_required_email',
    ]);
  });

  it('takes names up to 100 characters', () => {
    const { firstName: _, ...rest } = person;
    expect(updateUserSchema.safeParse({ ...rest, firstName: 'x'.repeat(100) }).success).toBe(true);
    expect(problems(updateUserSchema.safeParse({ ...rest, firstName: 'x'.repeat(101) }))).toEqual([
      'firstName: input_max_name',
    ]);
  });

  // SPEC.md#values: code points, of which an emoji is one and its text in memory two.
  it.each([
    ['5 emoji', 5, 'input_min_password'],
    ['6 emoji', 6, null],
    ['128 emoji', 128, null],
    ['129 emoji', 129, 'input_max_password'],
  ])('counts the characters of a password: %s', (_name, count, problem) => {
    const password = '🔑'.repeat(count);
    const made = { ...person, password, password_confirm: password };
    const change = { oldPassword: 'old-one', newPassword: password, newPasswordConfirm: password };
    const both = (...fields: string[]) => (problem ? fields.map((field) => `${field}: ${problem}`) : []);
    expect(problems(registerSchema.safeParse(made))).toEqual(both('password', 'password_confirm'));
    expect(problems(changePasswordSchema.safeParse(change))).toEqual(
      both('newPassword', 'newPasswordConfirm'),
    );
    // One that exists is only kept from being too long.
    const isTooLong = count > 128;
    const ofOld = { ...change, oldPassword: password, newPassword: 'new-one', newPasswordConfirm: 'new-one' };
    expect(changePasswordSchema.safeParse(ofOld).success).toBe(!isTooLong);
    expect(loginSchema.safeParse({ email: 'a', password }).success).toBe(!isTooLong);
    expect(deleteAccountSchema.safeParse({ password }).success).toBe(!isTooLong);
  });

  it('needs the old password and a matching new one', () => {
    const change = (fields: object): string[] =>
      problems(
        changePasswordSchema.safeParse({
          oldPassword: 'old-one',
          newPassword: 'new-one',
          newPasswordConfirm: 'new-one',
          ...fields,
        }),
      );
    expect(change({})).toEqual([]);
    expect(change({ oldPassword: '' })).toEqual(['oldPassword: input_required_old_password']);
    expect(change({ newPasswordConfirm: 'other-one' })).toEqual([
      'newPasswordConfirm: input_passwords_match',
    ]);
    expect(change({ newPassword: '12345', newPasswordConfirm: '12345' })).toContain(
      'newPassword: input_min_password',
    );
  });
});
