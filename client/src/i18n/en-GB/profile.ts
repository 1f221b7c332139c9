/** What the profile says. */
export const profile = {
  profile_title: 'Profile',
  profile_details: 'Your details',
  profile_password: 'Change password',
  profile_password_submit: 'Change password',
  profile_password_warning: 'You will be logged out after changing your password.',
  user_updated: 'User updated',
  password_updated: 'Password updated',
  error_updating_user: 'Error updating user',
  error_updating_password: 'error updating password',
  error_all_fields_required: 'all fields required',
  field_old_password: 'Old password',
  field_new_password: 'New password',
  field_new_password_confirm: 'Confirm new password',
  profile_email_pending: 'We have sent a mail to {email}. Your address changes once you open the link in it.',
  profile_email_keep: 'Keep the present address',
} as const;
