import { testSizes } from "./sizes";

testSizes("de");
