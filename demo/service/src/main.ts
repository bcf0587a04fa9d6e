import { createApp } from './app.ts';
import { guardsFrom } from './guards.ts';
import { serve } from './http.ts';
import { Orders } from './orders.ts';

const app = createApp({ orders: new Orders(), guards: guardsFrom(process.env) });
const port = Number(process.env['PORT'] ?? 8080);

serve(app).listen(port, () => process.stdout.write(`orders: listening on port ${port}\n`));
