import { expect, test } from 'vitest';
import { findStackTrace } from '../../helpers/judge/stack-trace.ts';

test.each([
  'java.lang.NullPointerException: null',
  '{"trace":"oops\\n\\tat com.example.dmt.OtpService.send(OtpService.java:12)"}',
  '{"exception":"org.springframework.web.HttpRequestMethodNotSupportedException"}',
  'nested exception is com.fasterxml.jackson.core.JsonParseException',
  'NumberFormatException for input',
  'Traceback (most recent call last):',
  'File "/srv/app/main.py", line 12, in send',
  'System.NullReferenceException: Object reference not set',
  '   at Dmt.Api.OtpController.Send(String mobile) in C:\\src\\Otp.cs:line 42',
  'TypeError: no\n    at send (/srv/app/otp.js:12:5)',
  'goroutine 1 [running]:',
])('the inside of a service is seen: %s', (text) => {
  expect(findStackTrace(text)).not.toBeNull();
});

test.each([
  'otp.sent.successfully',
  'activate.beneficiary.success',
  'user.not.found',
  'Operation failed because of an exception',
  'Please call at 9990000001 (10:30)',
  'Error at line 12',
  'http://www.example.com/path/Page',
  'com.partner.error.code',
  'Testcase Beneficiary at Artificial Bank (Main Branch)',
  '{"path":"/uiObjects/endpoint/v3/sender/mpin","error":"Unsupported Media Type"}',
  '2026-01-01 10:30:00',
])('an ordinary message is none: %s', (text) => {
  expect(findStackTrace(text)).toBeNull();
});
