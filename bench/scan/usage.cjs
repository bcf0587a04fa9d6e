// Loaded before a program that is measured: at its end it writes what the program used, all threads together.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  writeFileSync(process.env.USAGE_FILE, JSON.stringify({ cpu: (user + system) / 1e6, rss: maxRSS / 1024 }));
});
