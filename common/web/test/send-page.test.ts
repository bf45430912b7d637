import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeApp } from '@common/kit/testing/http-app';
import { html, url } from '@common/web/html';
import { renderPage, type Site } from '@common/web/page-shell';
import { errorPage, sendPage } from '@common/web/send-page';

const SITE: Site = {
  name: 'Test & site',
  language: 'en',
  navigation: [{ text: 'Docs', href: url('/docs') }],
  footer: () => html`<p>End</p>`,
  stylesheets: [url('/assets/x/a.css')],
  icon: url('/assets/x/i.svg'),
};
const PAGE = renderPage(SITE, { title: '<b>', description: '"quoted"', main: html`<h1>Title</h1>` });

describe('a page', () => {
  test('has its landmarks, its own title, and nothing inline', () => {
    const text = PAGE.toString();
    assert.match(text, /^<!doctype html>\n<html lang="en" dir="ltr">/);
    assert.match(text, /<title>&lt;b&gt; – Test &amp; site<\/title>/);
    assert.match(text, /<a class="skip" href="#content">/);
    for (const landmark of ['<header', '<nav', '<main id="content"', '<footer'])
      assert.ok(text.includes(landmark));
    assert.doesNotMatch(text, /<script|<style|style=| on\w+=/);
  });

  test('allows nothing from elsewhere and nothing inline', async (t) => {
    const { app } = await makeApp(t);
    app.get('/', { schema: { hide: true } }, (request, reply) => sendPage(request, reply, PAGE));
    const { headers } = await app.inject('/');
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      assert.ok(policy.split('; ').includes(part), part);
    }
    assert.doesNotMatch(policy, /unsafe|\*|https?:|data:/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.ok(headers['referrer-policy'] !== undefined && headers['permissions-policy'] !== undefined);
  });

  test('is only for its reader, who may already have it', async (t) => {
    const { app } = await makeApp(t);
    app.get('/', { schema: { hide: true } }, (request, reply) => sendPage(request, reply, PAGE));
    const first = await app.inject('/');
    assert.equal(first.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(first.headers['cache-control'], 'private, no-cache');
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(first.headers.etag) } });
    assert.equal(again.statusCode, 304);
    assert.equal(again.body, '');
  });

  test('for a refusal is never cached', () => {
    const { body, headers } = errorPage(PAGE);
    assert.equal(body, PAGE.toString());
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(headers['content-security-policy'] ?? '', /default-src 'none'/);
  });
});
