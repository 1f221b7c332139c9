import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';

/** A link in a text. MUI's would make the login page's script too large. */
export const TextLink = styled(Link)({
  color: 'var(--mui-palette-primary-main)',
  textUnderlineOffset: '0.15em',
});
