/** The contract of the pages that are not in pages.test.ts. */
import { contract, pages } from './contract.ts';

contract(pages.filter((_, i) => i % 2 === 1));
