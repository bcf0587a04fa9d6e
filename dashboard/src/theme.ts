import { useEffect, useState } from 'preact/hooks';

export type Theme = 'light' | 'dark';

const KEY = 'gauntlet-theme';

function kept(): Theme | undefined {
  try {
    const word = localStorage.getItem(KEY);
    return word === 'light' || word === 'dark' ? word : undefined;
  } catch {
    return undefined;
  }
}

/** As the system has it, until somebody says otherwise. */
export function useTheme(): readonly [Theme, () => void] {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const [theme, setTheme] = useState<Theme>(() => kept() ?? (dark.matches ? 'dark' : 'light'));
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  useEffect(() => {
    const changed = (): void => setTheme(kept() ?? (dark.matches ? 'dark' : 'light'));
    dark.addEventListener('change', changed);
    return () => dark.removeEventListener('change', changed);
  }, []);
  const other = (): void => {
    const next = theme === 'dark' ? 'light' : 'dark';
    setTheme(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Then it holds until the page is left.
    }
  };
  return [theme, other];
}
