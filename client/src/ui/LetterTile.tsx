import Box from '@mui/material/Box';
import { useAvatarColour } from './avatar/avatar.colours';

/** The first letter of a project on its colour, if there is no room for more. */
export function LetterTile({ id, name }: { id: string; name: string }) {
  const colour = useAvatarColour(id);
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        width: 20,
        height: 20,
        display: 'grid',
        placeItems: 'center',
        borderRadius: '5px',
        bgcolor: colour,
        color: '#fff',
        fontSize: 11,
        fontWeight: 700,
        lineHeight: 1,
      }}
    >
      {[...name.trim()][0]?.toLocaleUpperCase()}
    </Box>
  );
}
