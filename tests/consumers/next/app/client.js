'use client';
import { useEffect } from 'react';
import { run } from '../src/run.js';

let started = false;

export function Client() {
  useEffect(() => {
    // React may run an effect twice.
    if (!started) void run();
    started = true;
  }, []);
  return null;
}
