// Checks the output of `didc doc` and `didc schema`.
//
//     node check.mjs DIRECTORY [SCREENSHOTS]
//
// The directory holds pages (*.html) and OpenAPI documents (*.openapi.json). Documents are validated by the schema of
// OpenAPI. Pages are opened in Chromium, narrow and wide, light and dark: axe-core finds nothing, nothing is loaded, no
// script runs, nothing sticks out at the side, the first key press reaches the link that skips to the content, which begins on
// the first screen, the second one reaches the contents, which are listed beside it on a wide screen and closed on a narrow one,
// and each link into the page leads somewhere. CHROMIUM is the browser, by default one in the PATH; without one, pages are not
// checked.

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';
import { Validator } from '@seriousme/openapi-schema-validator';

const dir = path.resolve(process.argv[2]);
const screenshots = process.argv[3];
const problems = [];
const files = fs.readdirSync(dir).sort();

async function documents() {
  const validator = new Validator();
  const names = files.filter((name) => name.endsWith('.openapi.json'));
  for (const name of names) {
    const document = JSON.parse(fs.readFileSync(path.join(dir, name), 'utf8'));
    const { valid, errors } = await validator.validate(document);
    if (!valid) {
      problems.push(`${name}: ${JSON.stringify(errors).slice(0, 2000)}`);
    } else if (!validator.version.startsWith('3.1')) {
      problems.push(`${name}: validated as ${validator.version}`);
    }
  }
  return names.length;
}

function browser() {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(fs.existsSync);
  return process.env.CHROMIUM ?? found;
}

const VIEWS = [
  { name: 'phone', width: 320, height: 640, scheme: 'light' },
  { name: 'phone-dark', width: 320, height: 640, scheme: 'dark' },
  { name: 'wide', width: 1200, height: 900, scheme: 'light' },
  { name: 'wide-dark', width: 1200, height: 900, scheme: 'dark' },
];

async function pages() {
  const names = files.filter((name) => name.endsWith('.html'));
  const executablePath = browser();
  if (!executablePath) {
    console.log('unchecked: no Chromium here');
    return 0;
  }
  const { launch } = await import('puppeteer-core');
  const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const chromium = await launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    for (const name of names) {
      const page = await chromium.newPage();
      // A script in the page would run when it is opened, and leave this.
      page.on('dialog', (dialog) => {
        problems.push(`${name}: a script has run`);
        dialog.dismiss();
      });
      const url = pathToFileURL(path.join(dir, name)).href;
      page.on('request', (request) => {
        if (request.url() !== url && !request.url().startsWith(`${url}#`)) {
          problems.push(`${name}: loads ${request.url()}`);
        }
      });
      for (const view of VIEWS) {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: view.scheme }]);
        await page.setViewport({ width: view.width, height: view.height });
        await page.goto(url);
        const where = `${name}, ${view.name}`;
        await page.keyboard.press('Tab');
        if ((await page.evaluate('document.activeElement.className')) !== 'skip') {
          problems.push(`${where}: the first stop is not the link to the content`);
        }
        await page.keyboard.press('Tab');
        const second = await page.evaluate('document.activeElement.closest("nav") && document.activeElement.tagName');
        if (second !== (view.width > 960 ? 'A' : 'SUMMARY')) {
          problems.push(`${where}: the second stop is ${second}, not the contents`);
        }
        await page.keyboard.down('Shift');
        await page.keyboard.press('Tab');
        await page.keyboard.up('Shift');
        await page.keyboard.press('Enter');
        if ((await page.evaluate('document.activeElement.id')) !== 'content') {
          problems.push(`${where}: the link to the content does not go there`);
        }
        if (await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')) {
          problems.push(`${where}: wider than the screen`);
        }
        const top = await page.evaluate('document.querySelector("main").getBoundingClientRect().top + window.scrollY');
        if (top > view.height) {
          problems.push(`${where}: the content begins at ${Math.round(top)} pixels, below the first screen`);
        }
        const isListed = await page.evaluate('document.querySelector("nav a").checkVisibility({ contentVisibilityAuto: true }) && document.querySelector("nav a").getClientRects().length > 0');
        if (isListed !== view.width > 960) {
          problems.push(`${where}: the contents are ${isListed ? 'open' : 'closed'}`);
        }
        const broken = await page.evaluate(
          `[...document.querySelectorAll('a[href^="#"]')].map((a) => a.hash.slice(1)).filter((id) => !document.getElementById(id))`,
        );
        if (broken.length > 0) {
          problems.push(`${where}: links to nothing: ${broken}`);
        }
        // axe does not know that the style shows what is in closed details, and that keys reach it, which was looked at above.
        if (isListed) {
          await page.evaluate('document.querySelector("nav details").open = true');
        }
        await page.evaluate(axe);
        const { violations, passes } = await page.evaluate(
          `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
        );
        for (const { id, help, nodes } of violations) {
          problems.push(`${where}: ${id}: ${help}: ${nodes[0].html.slice(0, 200)}`);
        }
        if (!passes.some(({ id }) => id === 'color-contrast')) {
          problems.push(`${where}: contrast was not looked at`);
        }
        if (screenshots) {
          await page.goto(url);
          const file = path.join(screenshots, `${path.basename(name, '.html')}-${view.name}.png`);
          await page.screenshot({ path: file });
        }
      }
      await page.close();
    }
  } finally {
    await chromium.close();
  }
  return names.length;
}

const [nDocuments, nPages] = [await documents(), await pages()];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${nDocuments} OpenAPI documents are valid, ${nPages} pages are accessible`);
