import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';

/** A link in a text. MUI's brings more script than the login page has to spare. */
export const TextLink = styled(Link)({
  color: 'var(--mui-palette-primary-main)',
  textUnderlineOffset: '0.15em',
});
